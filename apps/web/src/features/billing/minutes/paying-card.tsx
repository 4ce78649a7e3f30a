import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { cardName } from '@doslovno/texts/account/payments.ts'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'

import classes from './extra-minutes.module.css'

const texts = minutesTexts.buy

export type CardChoice = ReturnType<typeof useCardChoice>

/** Which card pays: the saved one, unless the user wants another. */
export function useCardChoice(savedTitle: string | undefined) {
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
export function PayingCard({
  card: { savedName, isSaved, saveCard, setSaveCard, setWantsOther },
}: {
  card: CardChoice
}) {
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
