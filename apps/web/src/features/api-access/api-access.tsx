import { accountTexts } from '@doslovno/texts/account/account.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'

import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { Section } from '#ui/section.tsx'

import { KeyCard } from './key-card.tsx'
import { NewKey } from './new-key.tsx'

import classes from './api-access.module.css'

const texts = apiAccessTexts

/** The API key of the user: how to make, use, replace and revoke it. */
export function ApiAccess() {
  const { data, isError, isFetching, refetch } = useQuery(apiKeyQuery())
  const box = useRef<HTMLDivElement>(null)
  // The pressed button goes away with the key it made or revoked.
  const onChanged = () => box.current?.focus()
  return (
    <Section title={accountTexts.index.api} id="api" aside={<DocsLink />}>
      <div className={classes.box} ref={box} tabIndex={-1}>
        {!data && isError && <Failure isFetching={isFetching} onRetry={() => void refetch()} />}
        {!data && !isError && <Placeholder />}
        {data?.key && <KeyCard apiKey={data.key} onRevoked={onChanged} />}
        {data?.key === null && <NewKey onCreated={onChanged} />}
      </div>
    </Section>
  )
}

function DocsLink() {
  return (
    <a className={classes.docs} href="/api/docs" target="_blank" rel="noopener">
      {texts.docs}
      <ExternalLink size={15} aria-hidden />
      <span className="visually-hidden">, {texts.newTab}</span>
    </a>
  )
}

function Placeholder() {
  return (
    <div role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <Skeleton height={36} mb={14} />
      <Skeleton height={14} width="60%" />
    </div>
  )
}

function Failure({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className={classes.quiet}>{texts.unread}</p>
      <Button variant="default" loading={isFetching} onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
