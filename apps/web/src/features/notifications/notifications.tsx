import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import { saveNotifications } from '@doslovno/contract/account/notifications.ts'
import { type ExportFormat, notificationFormats } from '@doslovno/domain/export/formats.ts'
import { notificationTexts, notificationTexts as texts } from '@doslovno/texts/account/notifications.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { infoQuery } from '#lib/queries/account.ts'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { BrowserPush } from './browser-push.tsx'

import classes from './notifications.module.css'

type Props = { user: User; targets: AccountInfo['notificationTargets'] }

/** How the user learns that a file is done: by mail, and by notifications of browsers. */
export function Notifications({ user, targets }: Props) {
  const email = targets.find(({ target }) => target === 'email')
  const isPushOn = targets.some(({ target }) => target === 'push')
  return (
    <Section title={notificationTexts.title} id="notifications">
      <p className={classes.lead}>{notificationTexts.lead}</p>
      {/* Another tab or a mailed link may change what is saved; the form begins anew then. */}
      <EmailForm
        key={JSON.stringify(email ?? null)}
        address={user.email}
        savedFormats={email?.formats}
        isPushOn={isPushOn}
      />
      <BrowserPush />
    </Section>
  )
}

type EmailFormProps = {
  address: string | null
  /** Undefined while mails are off. */
  savedFormats: readonly ExportFormat[] | undefined
  /** Saving replaces all targets, so the other one is sent along. */
  isPushOn: boolean
}

/** Mails about files, with the chosen formats attached. */
function EmailForm({ address, savedFormats, isPushOn }: EmailFormProps) {
  const saved: EmailChoice = { isOn: address !== null && savedFormats !== undefined, formats: savedFormats ?? [] }
  const [choice, setChoice] = useState(saved)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async ({ isOn, formats }: EmailChoice) => {
      const targets = [...(isOn ? (['email'] as const) : []), ...(isPushOn ? (['push'] as const) : [])]
      await call(saveNotifications, { body: { targets, formats: [...formats] } })
      await queries.invalidateQueries({ queryKey: infoQuery().queryKey })
    },
    onSuccess: () => showToast(texts.saved),
  })
  const change = (changed: Partial<EmailChoice>) => {
    save.reset()
    setChoice({ ...choice, ...changed })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate(choice)
  }
  return (
    <form onSubmit={submit}>
      <Checkbox
        label={texts.email}
        description={address ? texts.emailTo(address) : texts.noEmail}
        disabled={address === null}
        checked={choice.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      <Formats choice={choice} isSavedEmpty={saved.isOn && saved.formats.length === 0} onChange={change} />
      {save.isError && (
        <p className={classes.failed} role="alert">
          {texts.failed}
        </p>
      )}
      <Button type="submit" size="md" mt={18} disabled={!canSave(saved, choice)} loading={save.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}

type FormatsProps = {
  choice: EmailChoice
  isSavedEmpty: boolean
  onChange: (changed: Pick<EmailChoice, 'formats'>) => void
}

function Formats({ choice: { isOn, formats }, isSavedEmpty, onChange }: FormatsProps) {
  const isMissing = isOn && formats.length === 0
  return (
    <Checkbox.Group
      className={classes.formats}
      label={texts.formats}
      description={isMissing ? (isSavedEmpty ? texts.formatsHint : texts.formatsNeeded) : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      value={[...formats]}
      onChange={(chosen) => onChange({ formats: notificationFormats.filter((format) => chosen.includes(format)) })}
    >
      <div className={classes.types}>
        {notificationFormats.map((format) => (
          <Checkbox key={format} value={format} label={downloadTexts.types[format]} disabled={!isOn} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

type EmailChoice = { isOn: boolean; formats: readonly ExportFormat[] }

/** Whether there is something to save; mails need at least one format. */
function canSave(saved: EmailChoice, choice: EmailChoice): boolean {
  if (!choice.isOn) return saved.isOn
  return choice.formats.length > 0 && (!saved.isOn || !isSame(saved.formats, choice.formats))
}

function isSame(one: readonly ExportFormat[], other: readonly ExportFormat[]): boolean {
  return one.length === other.length && one.every((format) => other.includes(format))
}
