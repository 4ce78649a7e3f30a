import { confirmTotp } from '@doslovno/contract/account/second-factors.ts'
import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { factorFailure } from '@doslovno/texts/account/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { Copy } from 'lucide-react'
import { encodeQR } from 'qr'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'

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

const BORDER = 3

/** Dark on white in both schemes: cameras do not read it the other way round. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER, ecc: 'low' })
  const size = rows.length
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
