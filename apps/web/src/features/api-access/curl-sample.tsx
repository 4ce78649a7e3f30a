import type { ApiKeyView } from '@doslovno/contract/api-keys.ts'
import { maskApiKey } from '@doslovno/domain/account/api-key.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { Button } from '@mantine/core'
import { Copy } from 'lucide-react'

import { copyText } from '#lib/clipboard/copy-text.ts'

import { accessOf } from './access.ts'
import { commandsFor } from './commands.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts.sample

/** Commands that work as they are when pasted; the key in them is masked on the page only. */
export function CurlSample({ apiKey: { apiKey, scopes } }: { apiKey: ApiKeyView }) {
  const access = accessOf(scopes)
  const commandsWith = (key: string) => commandsFor({ access, key, origin: location.origin })
  const copy = () => copyText(commandsWith(apiKey), texts.copied, apiAccessTexts.notCopied)
  return (
    <div className={classes.sample}>
      <h3>{texts.title}</h3>
      <p className={classes.hint}>{texts[access]}</p>
      <pre role="group" aria-label={texts.label}>
        <code>{commandsWith(maskApiKey(apiKey))}</code>
      </pre>
      <Button variant="default" size="sm" leftSection={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </div>
  )
}
