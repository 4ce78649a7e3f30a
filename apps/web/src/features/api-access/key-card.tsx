import { type ApiKeyView, revokeApiKey } from '@doslovno/contract/account/api-keys.ts'
import { maskApiKey } from '@doslovno/domain/account/api-key.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { dayLabel } from '#lib/format/day.ts'
import type { WithProof } from '#lib/proof.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

import { accessOf } from './access.ts'
import { commandsFor } from './commands.ts'
import { useMakeKey } from './use-make-key.ts'

import classes from './api-access.module.css'

const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })

const texts = apiAccessTexts

type Props = { apiKey: ApiKeyView; withProof: WithProof; onRevoked: () => void }

/** The key, what is known of it, and what can be done with it. */
export function KeyCard({ apiKey, withProof, onRevoked }: Props) {
  return (
    <>
      <KeyField apiKey={apiKey.apiKey} />
      <p className={classes.hint}>{texts.secret}</p>
      <KeyFacts apiKey={apiKey} />
      <div className={classes.actions}>
        <ReplaceButton apiKey={apiKey} withProof={withProof} />
        <RevokeButton onRevoked={onRevoked} />
      </div>
      <CurlSample apiKey={apiKey} />
    </>
  )
}

/** The new key may do what the former one could. */
function ReplaceButton({ apiKey: { scopes }, withProof }: Omit<Props, 'onRevoked'>) {
  const makeKey = useMakeKey(withProof)
  const replacement = useConfirm(() => ({
    title: texts.replaceTitle,
    text: texts.replaceText,
    confirm: texts.replace,
    onConfirm: async () => void (await makeKey(scopes)),
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

const curlSampleTexts = apiAccessTexts.sample

/** Commands that work as they are when pasted; the key in them is masked on the page only. */
function CurlSample({ apiKey: { apiKey, scopes } }: { apiKey: ApiKeyView }) {
  const access = accessOf(scopes)
  const commandsWith = (key: string) => commandsFor({ access, key, origin: location.origin })
  const copy = () => copyText(commandsWith(apiKey), curlSampleTexts.copied, apiAccessTexts.notCopied)
  return (
    <div className={classes.sample}>
      <h3>{curlSampleTexts.title}</h3>
      <p className={classes.hint}>{curlSampleTexts[access]}</p>
      <pre role="group" aria-label={curlSampleTexts.label}>
        <code>{commandsWith(maskApiKey(apiKey))}</code>
      </pre>
      <Button variant="default" size="sm" leftSection={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        {curlSampleTexts.copy}
      </Button>
    </div>
  )
}

function KeyFacts({ apiKey: { scopes, createdAt, lastUsedAt } }: { apiKey: ApiKeyView }) {
  const [now] = useState(() => new Date())
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.access}</dt>
        <dd>{texts.scopes[accessOf(scopes)]}</dd>
      </div>
      <div>
        <dt>{texts.createdAt}</dt>
        <dd>{dayLabel(createdAt, now)}</dd>
      </div>
      <div>
        <dt>{texts.lastUsedAt}</dt>
        <dd>{lastUsedAt ? `${dayLabel(lastUsedAt, now)}, ${timeOfDay.format(new Date(lastUsedAt))}` : texts.unused}</dd>
      </div>
    </dl>
  )
}

/** The key, masked until its owner asks to see it. */
function KeyField({ apiKey }: { apiKey: string }) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const toggle = isShown ? texts.hide : texts.show
  return (
    <div className={classes.key}>
      <TextInput
        readOnly
        value={isShown ? apiKey : maskApiKey(apiKey)}
        aria-label={texts.key}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        rightSection={
          <Tooltip label={toggle}>
            <ActionIcon aria-label={toggle} onClick={() => setIsShown(!isShown)}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Button
        variant="default"
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => void copyText(apiKey, texts.copied, texts.notCopied)}
      >
        {texts.copy}
      </Button>
    </div>
  )
}
