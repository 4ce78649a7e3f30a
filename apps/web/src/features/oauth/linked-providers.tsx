import { linkIdentity, type Provider, unlinkIdentity } from '@doslovno/contract/account/providers.ts'
import { linkedProviderTexts as texts } from '@doslovno/texts/account/oauth.ts'
import { factorFailure } from '@doslovno/texts/account/second-factors.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { dayLabel } from '#lib/format/day.ts'
import { codeOf } from '#lib/http/api-error.ts'
import type { WithProof } from '#lib/proof.ts'
import { type Identities, identitiesQuery } from '#lib/queries/account.ts'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { grantOf } from './grant.ts'
import { askForLink } from './open-provider.ts'

import rows from '#ui/rows.module.css'

type Props = { identities: Identities; withProof: WithProof }

/** Sign-in by other services: links them to the account and unlinks them. */
export function LinkedProviders({ identities: { data, canUnlink }, withProof }: Props) {
  const queries = useQueryClient()
  const change = async (make: Parameters<WithProof>[0], done: string) => {
    try {
      if (await withProof(make)) showToast(done)
    } catch (error) {
      showToast(factorFailure(codeOf(error)))
    }
    await queries.invalidateQueries({ queryKey: identitiesQuery().queryKey })
  }
  const link = (provider: Provider) => {
    const isOpen = askForLink(provider, (given) => {
      const grant = grantOf(provider, given)
      void change((proof) => call(linkIdentity, { body: { grant, ...proof } }), texts.linked(provider))
    })
    if (!isOpen) showToast(texts.blocked)
  }
  const unlink = (provider: Provider) =>
    void change((body) => call(unlinkIdentity, { params: { provider }, body }), texts.unlinked(provider))
  return (
    <Section title={texts.title} id="providers">
      <ul className={rows.list}>
        {data.map((identity) => (
          <IdentityRow key={identity.provider} {...{ identity, canUnlink, link, unlink }} />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = {
  identity: Identities['data'][number]
  canUnlink: boolean
  link: (provider: Provider) => void
  unlink: (provider: Provider) => void
}

function IdentityRow({ identity: { provider, linkedAt }, canUnlink, link, unlink }: RowProps) {
  const [now] = useState(() => new Date())
  const name = texts.names[provider]
  const isOnly = linkedAt !== null && !canUnlink
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <b>{name}</b>
        {linkedAt && <mark data-tone="ok">{texts.since(dayLabel(linkedAt, now).toLowerCase())}</mark>}
        {isOnly && <span>{texts.only}</span>}
      </div>
      {!isOnly && (
        <Button
          variant={linkedAt ? 'subtle' : 'default'}
          size="compact-md"
          aria-label={linkedAt ? texts.unlinkOf(name) : texts.linkOf(name)}
          onClick={() => (linkedAt ? unlink : link)(provider)}
        >
          {linkedAt ? texts.unlink : texts.link}
        </Button>
      )}
    </li>
  )
}
