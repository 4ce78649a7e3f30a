import { type ApiKeyView, revokeApiKey } from '@doslovno/contract/api-keys.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

import { CurlSample } from './curl-sample.tsx'
import { KeyFacts } from './key-facts.tsx'
import { KeyField } from './key-field.tsx'
import { useMakeKey } from './use-make-key.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts

type Props = { apiKey: ApiKeyView; onRevoked: () => void }

/** The key, what is known of it, and what can be done with it. */
export function KeyCard({ apiKey, onRevoked }: Props) {
  return (
    <>
      <KeyField apiKey={apiKey.apiKey} />
      <p className={classes.hint}>{texts.secret}</p>
      <KeyFacts apiKey={apiKey} />
      <div className={classes.actions}>
        <ReplaceButton apiKey={apiKey} />
        <RevokeButton onRevoked={onRevoked} />
      </div>
      <CurlSample apiKey={apiKey} />
    </>
  )
}

/** The new key may do what the former one could. */
function ReplaceButton({ apiKey: { scopes } }: { apiKey: ApiKeyView }) {
  const makeKey = useMakeKey()
  const replacement = useConfirm(() => ({
    title: texts.replaceTitle,
    text: texts.replaceText,
    confirm: texts.replace,
    onConfirm: () => makeKey(scopes),
  }))
  return (
    <>
      <Button variant="default" onClick={() => replacement.ask()}>
        {texts.replace}
      </Button>
      {replacement.dialog}
    </>
  )
}

function RevokeButton({ onRevoked }: { onRevoked: () => void }) {
  const queries = useQueryClient()
  const revocation = useConfirm(() => ({
    title: texts.revokeTitle,
    text: texts.revokeText,
    confirm: texts.revokeConfirm,
    tone: 'bad',
    onConfirm: async () => {
      await call(revokeApiKey, {})
      showToast(texts.revoked)
      await queries.invalidateQueries({ queryKey: apiKeyQuery().queryKey })
      onRevoked()
    },
  }))
  return (
    <>
      <Button variant="subtle" onClick={() => revocation.ask()}>
        {texts.revoke}
      </Button>
      {revocation.dialog}
    </>
  )
}
