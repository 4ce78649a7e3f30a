import { apiBannerTexts } from '@doslovno/texts/account/api-access.ts'
import { CloseButton } from '@mantine/core'
import { Terminal } from 'lucide-react'
import { useState } from 'react'

import { LinkButton } from '#ui/link-button.tsx'

import classes from './api-banner.module.css'

const KEY = 'apiBannerClosed'

/** Tells users of the API, until they close it or follow it. */
export function ApiBanner() {
  const [isClosed, setIsClosed] = useState(() => localStorage.getItem(KEY) !== null)
  const close = () => {
    localStorage.setItem(KEY, 'true')
    setIsClosed(true)
  }
  if (isClosed) return null
  return (
    <aside className={`${classes.banner} no-print`} aria-label={apiBannerTexts.label}>
      <Terminal size={18} aria-hidden />
      <p>{apiBannerTexts.text}</p>
      <LinkButton to="/account" hash="api" size="compact-md" variant="default" onClick={close}>
        {apiBannerTexts.action}
      </LinkButton>
      <CloseButton aria-label={apiBannerTexts.close} onClick={close} />
    </aside>
  )
}
