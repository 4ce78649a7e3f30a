import { fieldErrorText } from '@doslovno/texts/form.ts'
import { linkTexts, uploadTexts } from '@doslovno/texts/upload.ts'
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Link2, Lock } from 'lucide-react'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { OfferedLink } from '#features/upload/queue/queue.ts'
import { linkFailure, linkFlaw } from '#features/upload/sending/follow.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import classes from '#features/upload/upload.module.css'

type Props = {
  /** The tariff does not include links: the button opens the tariffs. */
  isLocked: boolean
  /** The initial link, and whether to submit it at once. */
  start?: OfferedLink | null
  onSentAtOnce?: () => void
  /** Rejects if the download does not start. */
  onSubmit: (url: string) => Promise<void>
}

export function LinkForm({ isLocked, start, onSentAtOnce, onSubmit }: Props) {
  const [url, setUrl] = useState(start?.url ?? '')
  const [code, setCode] = useState(start?.code)
  const [pending, setPending] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isEmpty = url.trim() === ''

  const send = async () => {
    setPending(true)
    try {
      await onSubmit(url.trim())
    } catch (error) {
      if (codeOf(error) === 'linkNotAllowed') setIsAsking(true)
      else setCode(linkFailure(error).code)
    } finally {
      setPending(false)
    }
  }
  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (isEmpty || code || pending) return
    if (isLocked) setIsAsking(true)
    else void send()
  }
  useOnce(start?.isAtOnce === true, () => {
    onSentAtOnce?.()
    submit()
  })

  return (
    <>
      <form className={classes.link} onSubmit={submit} noValidate>
        <TextInput
          size="md"
          type="url"
          inputMode="url"
          autoComplete="off"
          aria-label={linkTexts.label}
          placeholder={linkTexts.placeholder}
          leftSection={<Link2 size={18} aria-hidden />}
          description={linkTexts.rights}
          inputWrapperOrder={['input', 'error', 'description']}
          value={url}
          error={code && fieldErrorText(code)}
          aria-invalid={Boolean(code)}
          onChange={({ currentTarget }) => {
            setUrl(currentTarget.value)
            setCode(linkFlaw(currentTarget.value))
          }}
        />
        <Button
          type="submit"
          size="md"
          variant="default"
          loading={pending}
          disabled={isEmpty}
          rightSection={isLocked && <Lock size={15} aria-hidden />}
        >
          {linkTexts.submit}
          {isLocked && <span className="visually-hidden">, {linkTexts.locked}</span>}
        </Button>
      </form>
      <TariffDialog opened={isAsking} onClose={() => setIsAsking(false)} link={url.trim()} />
    </>
  )
}

/** Runs once, even if React mounts the form twice. */
function useOnce(isDue: boolean, act: () => void) {
  const hasActed = useRef(false)
  const run = useEffectEvent(() => {
    if (!isDue || hasActed.current) return
    hasActed.current = true
    act()
  })
  useEffect(() => run(), [])
}

type TariffDialogProps = { opened: boolean; onClose: () => void; link: string }

/** Explains that links need a paid tariff. The tariffs know the way back to the link. */
function TariffDialog({ opened, onClose, link }: TariffDialogProps) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => navigate({ to: '/tariffs', search: { from: uploadOf(link) } })}
      title={linkTexts.tariff.title}
      text={linkTexts.tariff.text}
      confirm={linkTexts.tariff.confirm}
    />
  )
}

function uploadOf(link: string): string {
  return `/upload?${new URLSearchParams({ link }).toString()}`
}

export function OrDivider() {
  return <div className={classes.or}>{uploadTexts.or}</div>
}
