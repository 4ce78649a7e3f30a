import { accountTexts } from '@doslovno/texts/account/account.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import { ContactForm, LogoutDialog, Section, SessionList, TariffCard } from '#features/account/index.ts'
import { hasBytesToSend, uploader, useUploads } from '#features/upload/index.ts'
import { sessionsQuery, useAccountInfo } from '#lib/queries/account.ts'
import { useSession } from '#lib/session/current.ts'

import classes from './pages.module.css'

export function AccountPage() {
  const { user } = useSession()
  const info = useAccountInfo()
  const { data: sessions } = useQuery(sessionsQuery())
  const isUploading = hasBytesToSend(useUploads())
  const [isLeaving, setIsLeaving] = useState(false)
  // Between a logout and the guard's redirect there is no user.
  if (!user) return null
  return (
    <div className={classes.account}>
      <title>{pageTitle(accountTexts.title)}</title>
      <h1>{accountTexts.title}</h1>
      <Section title={accountTexts.contacts.title}>
        <ContactForm key={user.id} user={user} />
      </Section>
      {info && (
        <Section title={accountTexts.tariff.title}>
          <TariffCard tariff={info.tariff} />
        </Section>
      )}
      {sessions && (
        <Section title={accountTexts.sessions.title}>
          <SessionList sessions={sessions.data} />
        </Section>
      )}
      <Button variant="default" leftSection={<LogOut size={17} aria-hidden />} onClick={() => setIsLeaving(true)}>
        {accountTexts.logout}
      </Button>
      <LogoutDialog
        opened={isLeaving}
        onClose={() => setIsLeaving(false)}
        isUploading={isUploading}
        stopUploads={uploader.stop}
      />
    </div>
  )
}
