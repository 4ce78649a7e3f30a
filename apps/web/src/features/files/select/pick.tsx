import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { selectTexts } from '@doslovno/texts/folders.ts'
import { Checkbox } from '@mantine/core'

import type { Selection } from './use-selection.ts'

import classes from './select.module.css'

type Props = { script: ScriptSummary; among: readonly string[]; selection: Selection }

/** The box of a file; with Shift it selects all from the one clicked before. */
export function Pick({ script: { id, fileName }, among, selection }: Props) {
  return (
    <Checkbox
      className={classes.box}
      size="md"
      aria-label={selectTexts.pick(fileName)}
      checked={selection.ids.has(id)}
      onChange={({ nativeEvent }) =>
        selection.toggle(id, among, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
