import { openExport } from '@doslovno/contract/account/privacy.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileArchive, Unlink } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { Notice } from '#ui/notice.tsx'

import { startDownload } from './start-download.ts'

import classes from './privacy.module.css'

const texts = privacyTexts.exportPage

type State = 'waiting' | 'opening' | 'started' | 'failed' | 'bad'

/** Downloads the archive of a mailed link. The link works for whoever has it, so the page needs no session. */
export function ExportDownload({ token }: { token: string | undefined }) {
  const [state, setState] = useState<State>(token === undefined ? 'bad' : 'waiting')
  const open = async () => {
    if (token === undefined) return
    setState('opening')
    try {
      startDownload((await call(openExport, { body: { token } })).url)
      setState('started')
    } catch (error) {
      setState(codeOf(error) === 'tokenNotValid' ? 'bad' : 'failed')
    }
  }
  if (state === 'bad')
    return (
      <Notice icon={Unlink} tone="bad" title={texts.badTitle} text={texts.badText}>
        <Button component={Link} to="/account" size="md">
          {texts.toAccount}
        </Button>
      </Notice>
    )
  return (
    <Notice icon={FileArchive} tone="marker" title={texts.title} text={texts.text}>
      <BusyButton size="md" isBusy={state === 'opening'} onClick={() => void open()}>
        {texts.download}
      </BusyButton>
      {state === 'started' && (
        <p className={classes.outcome} role="status">
          {texts.started}
        </p>
      )}
      {state === 'failed' && (
        <p className={`${classes.outcome} ${classes.bad}`} role="alert">
          {texts.failed}
        </p>
      )}
    </Notice>
  )
}
