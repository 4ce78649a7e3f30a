import { tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'
import { SegmentedControl } from '@mantine/core'

import type { Period } from './choice.ts'

import classes from './tariffs.module.css'

const texts = tariffsTexts.period

export function PeriodSwitch({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const year = (
    <span className={classes.periodLabel}>
      {texts.year} <span className={classes.discount}>{texts.discount}</span>
    </span>
  )
  return (
    <SegmentedControl
      aria-label={texts.label}
      className={classes.period}
      radius={99}
      size="md"
      value={period}
      data={[
        { value: 'year', label: year },
        { value: 'month', label: texts.month },
      ]}
      onChange={(value) => onChange(value === 'year' ? 'year' : 'month')}
    />
  )
}
