import { confirmTotp } from '@doslovno/contract/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { factorFailure } from '@doslovno/texts/account/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { Copy } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'

import { QrCode } from './qr-code.tsx'

import classes from './dialogs.module.css'

const texts = secondFactorTexts.setUp

type Props = { secret: string; url: string; onConfirmed: (recoveryCodes: string[]) => Promise<void> }

/** The secret as a QR code and as a text, and the field for the first code. */
export function AppSetUp({ secret, url, onConfirmed }: Props) {
  const form = useAppForm({
    initialValues: { code: '' },
    required: ['code'],
    onSubmit: async ({ code }) => onConfirmed((await call(confirmTotp, { body: { code } })).recoveryCodes),
    onFailure: (error) => ({ code: { code: 'code', message: factorFailure(codeOf(error)) } }),
  })
  const field = form.field('code')
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <div className={classes.scan}>
        <QrCode text={url} label={texts.qr} />
        <div>
          <p className={classes.text}>{texts.scan}</p>
          <p className={classes.text}>{texts.type}</p>
          <p className={classes.secret}>{inGroups(secret)}</p>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Copy size={15} aria-hidden />}
            onClick={() => void copyText(secret, texts.copied, texts.copyFailed)}
          >
            {texts.copy}
          </Button>
        </div>
      </div>
      <TextInput
        {...field}
        size="md"
        withAsterisk={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before it had the focus and is gone
        autoFocus
        label={texts.code}
        description={texts.hint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={form.pending}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}

/** Four letters at a time are easier to type; apps ignore the spaces. */
function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}
