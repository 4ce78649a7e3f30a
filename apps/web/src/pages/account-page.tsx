import { accountTexts } from '@doslovno/texts/account.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import { ContactForm } from '#features/account/contact-form.tsx'
import { Section } from '#features/account/section.tsx'
import { TariffCard } from '#features/account/tariff-card.tsx'
import { infoQuery } from '#lib/queries/account.ts'
import { useSession } from '#lib/session/current.ts'

import { LogoutDialog } from './logout-dialog.tsx'

import classes from './pages.module.css'

export function AccountPage() {
  const { user } = useSession()
  const { data: info } = useQuery(infoQuery())
  const [isLeaving, setIsLeaving] = useState(false)
  // For the moment between a logout and the guard's turn.
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
      <Button variant="default" leftSection={<LogOut size={17} aria-hidden />} onClick={() => setIsLeaving(true)}>
        {accountTexts.logout}
      </Button>
      <LogoutDialog opened={isLeaving} onClose={() => setIsLeaving(false)} />
    </div>
  )
}
