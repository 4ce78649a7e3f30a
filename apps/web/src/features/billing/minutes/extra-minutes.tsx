import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { type PaymentState, payMinutes } from '@doslovno/contract/payments.ts'
import { LARGEST_KOPECKS, minutesPrice } from '@doslovno/domain/billing/price.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { cardName } from '@doslovno/texts/account/payments.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { numberTexts } from '@doslovno/texts/form.ts'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'

import { PurchaseMessage } from '#features/billing/purchase/purchase-message.tsx'
import { usePurchase } from '#features/billing/purchase/use-purchase.ts'
import { call } from '#lib/api/current.ts'
import { NumberField } from '#ui/number-field.tsx'
import { Section } from '#ui/section.tsx'

import { isFraction, minutesIn, MOST_CHARACTERS, stepOf, stepped } from './minutes-count.ts'

import classes from './extra-minutes.module.css'

const texts = minutesTexts.buy
const KOPECKS = 100
const AMOUNTS = [30, 60, 120, 300] as const

type Priced = Pick<AccountInfo['tariff'], 'id' | 'priceMinute'>

type Props = {
  tariff: AccountInfo['tariff']
  onPaid: (payment: PaymentState) => void
}

/** Buys minutes, with the saved card or on the provider's page. */
export function ExtraMinutes({ tariff: { id, priceMinute, paymentMethodData }, onPaid }: Props) {
  const [text, setText] = useState('60')
  const { isBusy, state, run } = usePurchase({ onPaid })
  const card = useCardChoice(paymentMethodData?.title)
  const step = stepOf(id)
  const minutes = minutesIn(text, step)
  const problem = problemOf(text, minutes, { id, priceMinute })
  const pay = (choice: { saveCard: boolean; changePaymentMethod: boolean }) => {
    if (minutes && problem === undefined && !isBusy)
      run(() => call(payMinutes, { body: { minutesCount: minutes, ...choice } }))
  }
  return (
    <Section title={texts.title} id="extra-minutes">
      <p className={classes.lead}>{texts.lead}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          pay(card.choice)
        }}
      >
        <div className={classes.order}>
          <NumberField
            className={classes.count}
            size="md"
            label={texts.count}
            maxLength={MOST_CHARACTERS}
            value={text}
            onChange={setText}
            onStep={(direction) => setText(String(stepped(text, step, direction)))}
            onBlur={() => minutes !== undefined && setText(String(minutes))}
            error={problem}
          />
          <Button
            type="submit"
            size="md"
            className={classes.pay}
            disabled={!minutes || problem !== undefined}
            loading={isBusy}
          >
            {minutes ? texts.pay(roubles(minutes * priceMinute)) : texts.payNothing}
          </Button>
          <span className={`${classes.price} num`}>{texts.price(roubles(priceMinute))}</span>
        </div>
        <p className={classes.hint} role="status">
          {roundingHint(text, minutes, step)}
        </p>
        <QuickAmounts minutes={minutes} onChoose={(amount) => setText(String(amount))} />
        <PayingCard card={card} />
      </form>
      <PurchaseMessage state={state} onOtherCard={() => pay({ saveCard: false, changePaymentMethod: true })} />
    </Section>
  )
}

function QuickAmounts({ minutes, onChoose }: { minutes: number | undefined; onChoose: (amount: number) => void }) {
  return (
    <div className={classes.amounts} role="group" aria-label={texts.amounts}>
      {AMOUNTS.map((amount) => (
        <button key={amount} type="button" aria-pressed={minutes === amount} onClick={() => onChoose(amount)}>
          {texts.amount(amount)}
        </button>
      ))}
    </div>
  )
}

/** Why so many are not sold. */
function problemOf(text: string, minutes: number | undefined, { id, priceMinute }: Priced): string | undefined {
  if (minutes === undefined) return isFraction(text) ? texts.whole : numberTexts.notNumber
  const price = minutesPrice({ id, priceMinuteKopecks: priceMinute * KOPECKS }, minutes)
  return 'refusal' in price ? texts.tooMuch(roubles(LARGEST_KOPECKS / KOPECKS)) : undefined
}

/** Says what a typed count becomes, while it is not a whole number of blocks. */
function roundingHint(text: string, minutes: number | undefined, step: number): string | undefined {
  if (!minutes || minutes === Number(text)) return undefined
  return texts.blocks(step, minutes)
}

type CardChoice = ReturnType<typeof useCardChoice>

/** Which card pays: the saved one, unless the user wants another. */
function useCardChoice(savedTitle: string | undefined) {
  const [wantsOther, setWantsOther] = useState(false)
  const [saveCard, setSaveCard] = useState(false)
  const isSaved = savedTitle !== undefined && !wantsOther
  return {
    savedName: savedTitle === undefined ? undefined : cardName(savedTitle),
    isSaved,
    saveCard,
    setSaveCard,
    setWantsOther,
    choice: { saveCard: !isSaved && saveCard, changePaymentMethod: savedTitle !== undefined && wantsOther },
  }
}

/** Names the saved card, or asks whether to keep the new one. */
function PayingCard({ card: { savedName, isSaved, saveCard, setSaveCard, setWantsOther } }: { card: CardChoice }) {
  if (savedName !== undefined && isSaved) {
    return (
      <p className={classes.card}>
        {texts.charged(savedName)}{' '}
        <button type="button" className={classes.link} onClick={() => setWantsOther(true)}>
          {texts.otherCard}
        </button>
      </p>
    )
  }
  return (
    <div className={classes.card}>
      <Checkbox
        classNames={{ description: classes.consent }}
        label={texts.save}
        description={texts.consent}
        checked={saveCard}
        onChange={(event) => setSaveCard(event.currentTarget.checked)}
      />
      <p>
        {texts.page}{' '}
        {savedName !== undefined && (
          <button type="button" className={classes.link} onClick={() => setWantsOther(false)}>
            {texts.savedCard}
          </button>
        )}
      </p>
    </div>
  )
}
