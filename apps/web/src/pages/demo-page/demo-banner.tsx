import { demoTexts } from '@doslovno/texts/demo.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { useUser } from '#lib/queries/account.ts'

import classes from './demo-page.module.css'

/** Says what the page is, and leads to the reader's own recording. */
export function DemoBanner() {
  const user = useUser()
  const { label, text, visitor, register, user: own, upload } = demoTexts.banner
  return (
    <aside className={`${classes.banner} no-print`} aria-label={label}>
      <p>
        <mark>{text}</mark> {user ? own : visitor}
      </p>
      <Button component={Link} to={user ? '/upload' : '/auth/register'} size="sm">
        {user ? upload : register}
      </Button>
    </aside>
  )
}
