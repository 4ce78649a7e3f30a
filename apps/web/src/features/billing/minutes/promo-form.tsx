import { activatePromo } from '@doslovno/contract/payments.ts'
import { minutesTexts, promoFailures } from '@doslovno/texts/account/minutes.ts'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'

import classes from '#features/billing/tariffs/tariff-section.module.css'

const texts = minutesTexts.promo
const MOST_CHARACTERS = 100

export function PromoForm() {
  const [granted, setGranted] = useState<number>()
  const queries = useQueryClient()
  const form = useAppForm({
    initialValues: { code: '' },
    required: ['code'],
    onSubmit: async ({ code }) => {
      setGranted(undefined)
      const { minutes } = await call(activatePromo, { body: { code: code.trim() } })
      setGranted(minutes)
      form.setValues({ code: '' })
      void refreshPurchases(queries)
    },
    onFailure: (error) => ({ code: { code: 'promo', message: failureOf(error) } }),
  })
  const field = form.field('code')
  return (
    <form className={classes.promo} onSubmit={form.submit} noValidate>
      <div className={classes.promoRow}>
        <TextInput
          {...field}
          className={classes.promoField}
          size="md"
          label={texts.label}
          withAsterisk={false}
          maxLength={MOST_CHARACTERS}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="default"
          size="md"
          disabled={form.values.code.trim() === ''}
          loading={form.pending}
        >
          {texts.activate}
        </Button>
      </div>
      <div role="status">{granted !== undefined && <p className={classes.granted}>{texts.granted(granted)}</p>}</div>
    </form>
  )
}

function failureOf(error: unknown): string {
  const code = codeOf(error) ?? 'other'
  return Object.hasOwn(promoFailures, code) ? promoFailures[code as keyof typeof promoFailures] : promoFailures.other
}
