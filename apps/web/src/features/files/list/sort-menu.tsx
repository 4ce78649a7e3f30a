import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { filesTexts, sortTexts } from '@doslovno/texts/files.ts'
import { NativeSelect } from '@mantine/core'

import classes from '#features/files/files.module.css'

const choices = sorts.map((sort) => ({ value: sort, label: sortTexts[sort] }))

/** Sorts the cards; a table sorts by its heads. */
export function SortMenu({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  return (
    <NativeSelect
      className={classes.sort}
      aria-label={filesTexts.sort}
      data={choices}
      value={sort}
      onChange={({ currentTarget }) => onChange(sorts.find((one) => one === currentTarget.value) ?? sorts[0])}
    />
  )
}
