import { shellTexts } from '@doslovno/texts/shell.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'

import { useUser } from '#lib/queries/account.ts'
import { Logo, Wordmark } from '#ui/logo.tsx'

import { AccountMenu, OwnPills } from './own.tsx'
import { useOtherScheme } from './use-other-scheme.ts'

import classes from './shell.module.css'

type Props = {
  /** Scrolls away on a phone to leave the screen to the text. */
  isCompact: boolean
  /** False where the page has its own upload button. */
  hasUpload: boolean
}

export function Header({ isCompact, hasUpload }: Props) {
  const user = useUser()
  return (
    <header className={classes.header} data-compact={isCompact || undefined}>
      <div className={classes.bar}>
        <Link to="/" className={classes.logo} aria-label={shellTexts.toHome}>
          <Logo />
          <Wordmark />
        </Link>
        <nav className={classes.nav} aria-label={shellTexts.mainMenu}>
          {user && (
            <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={classes.navLink}>
              {shellTexts.myFiles}
            </Link>
          )}
          {(user?.canChangeTariff ?? true) && (
            <Link to="/tariffs" activeOptions={{ includeSearch: false }} className={classes.navLink}>
              {shellTexts.tariffs}
            </Link>
          )}
        </nav>
        {user && <OwnPills user={user} />}
        {user && hasUpload && <UploadButton />}
        <SchemeButton />
        {user ? <AccountMenu user={user} /> : <SignInButton />}
      </div>
    </header>
  )
}

function UploadButton() {
  return (
    <Button component={Link} to="/upload" leftSection={<Plus size={17} aria-hidden />} className={classes.upload}>
      <span className={classes.uploadText}>{shellTexts.uploadFile}</span>
    </Button>
  )
}

function SignInButton() {
  return (
    <Button component={Link} to="/auth/login" variant="default">
      {shellTexts.signIn}
    </Button>
  )
}

function SchemeButton() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={toggle} className={classes.scheme}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
