import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { Button } from '@mantine/core'
import { Copy, Download } from 'lucide-react'

import { copyText } from '#lib/clipboard/copy-text.ts'

import classes from './dialogs.module.css'

const texts = secondFactorTexts.codes

/** The codes, shown once: to copy or to download. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div className={classes.form}>
      <p className={classes.text}>{texts.shownOnce}</p>
      <ul className={classes.codes} aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => void copyText(codes.join('\n'), texts.copied, texts.copyFailed)}
        >
          {texts.copy}
        </Button>
        <Button
          variant="default"
          component="a"
          leftSection={<Download size={16} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(texts.file(codes))}`}
          download={texts.fileName}
        >
          {texts.download}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before had the focus and is gone */}
        <Button autoFocus onClick={onSaved}>
          {texts.saved}
        </Button>
      </div>
    </div>
  )
}
