import { apiBannerTexts } from '@doslovno/texts/account/api-access.ts'
import { CloseButton } from '@mantine/core'
import { Terminal } from 'lucide-react'

import { remembered } from '#lib/remembered.ts'
import { useRemembered } from '#lib/use-remembered.ts'
import { LinkButton } from '#ui/link-button.tsx'

import classes from './api-banner.module.css'

const bannerClosed = remembered('apiBannerClosed', (stored) => stored !== null)

/** Tells users of the API, until they close it or follow it. */
export function ApiBanner() {
  const [isClosed, setIsClosed] = useRemembered(bannerClosed)
  const close = () => setIsClosed(true)
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
