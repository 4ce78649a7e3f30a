import { visitorTexts } from '@doslovno/texts/file-page.ts'
import { Button, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { useUser } from '#lib/queries/account.ts'

import classes from './visitor-banner.module.css'

/** Invites a reader without an account to register. */
export function VisitorBanner() {
  const user = useUser()
  const [isClosed, setIsClosed] = useState(false)
  if (user || isClosed) return null
  return (
    <aside className={`${classes.banner} no-print`} aria-label={visitorTexts.label}>
      <p>{visitorTexts.text}</p>
      <Button component={Link} to="/auth/register" size="sm">
        {visitorTexts.action}
      </Button>
      <CloseButton aria-label={visitorTexts.close} onClick={() => setIsClosed(true)} />
    </aside>
  )
}
