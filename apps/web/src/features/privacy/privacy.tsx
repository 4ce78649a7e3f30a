import type { User } from '@doslovno/contract/accounts.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'

import { Section } from '#ui/section.tsx'

import { Archive } from './archive.tsx'
import { Deletion } from './deletion.tsx'

export function Privacy({ user }: { user: User }) {
  return (
    <Section title={privacyTexts.title} id="data">
      <Archive hasEmail={user.email !== null} />
      <Deletion user={user} />
    </Section>
  )
}
