import { accountTexts } from '@doslovno/texts/account/account.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'

import type { WithProof } from '#lib/proof.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { type Access, accessKinds, scopesOf } from './access.ts'
import { KeyCard } from './key-card.tsx'
import { useMakeKey } from './use-make-key.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts

/** The API key of the user: how to make, use, replace and revoke it. */
export function ApiAccess({ withProof }: { withProof: WithProof }) {
  const { data, isError, isFetching, refetch } = useQuery(apiKeyQuery())
  const box = useRef<HTMLDivElement>(null)
  // The pressed button goes away with the key it made or revoked.
  const onChanged = () => box.current?.focus()
  return (
    <Section title={accountTexts.index.api} id="api" aside={<DocsLink />}>
      <div className={classes.box} ref={box} tabIndex={-1}>
        {!data && isError && <Failure isFetching={isFetching} onRetry={() => void refetch()} />}
        {!data && !isError && <Placeholder />}
        {data?.key && <KeyCard apiKey={data.key} withProof={withProof} onRevoked={onChanged} />}
        {data?.key === null && <NewKey withProof={withProof} onCreated={onChanged} />}
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

/** Explains the API and makes the first key. */
function NewKey({ withProof, onCreated }: { withProof: WithProof; onCreated: () => void }) {
  const [access, setAccess] = useState<Access>('full')
  const [isBusy, setIsBusy] = useState(false)
  const makeKey = useMakeKey(withProof)
  const create = async () => {
    setIsBusy(true)
    try {
      if (await makeKey(scopesOf(access))) onCreated()
    } catch {
      showToast(texts.failed)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <p className={classes.quiet}>{texts.about}</p>
      <fieldset className={classes.scopes}>
        <legend>{texts.scope}</legend>
        <SegmentedControl<Access>
          aria-label={texts.scope}
          value={access}
          data={accessKinds.map((kind) => ({ value: kind, label: texts.scopes[kind] }))}
          onChange={setAccess}
        />
        <p className={classes.hint}>{texts.scopeHints[access]}</p>
      </fieldset>
      <BusyButton isBusy={isBusy} leftSection={<KeyRound size={16} aria-hidden />} onClick={() => void create()}>
        {texts.create}
      </BusyButton>
    </>
  )
}
