import type { Script } from '@doslovno/contract/scripts.ts'
import { errors } from '@doslovno/domain/errors.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { againTexts } from '@doslovno/texts/file-page.ts'
import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { OptionsPanel } from '#features/upload/options-panel.tsx'
import { recallOptions, withDefaults } from '#features/upload/options.ts'
import { humanDuration } from '#lib/format/time.ts'
import { wireTextOf } from '#lib/http/api-error.ts'
import { SCRIPTS_KEY, scriptStatusQuery, startProcessing } from '#lib/queries/scripts.ts'

import classes from './recognise-again.module.css'

type Props = { script: Script; opened: boolean; onClose: () => void }

/** Asks how to recognise a recording once more, and tells what it costs. */
export function RecogniseAgain({ script, opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={againTexts.title}
      size={660}
      closeButtonProps={{ 'aria-label': againTexts.close }}
    >
      <AgainForm script={script} />
    </Modal>
  )
}

/** What is chosen here is for this file alone: the choices for the next upload stay as they are. */
function AgainForm({ script }: { script: Script }) {
  const queries = useQueryClient()
  const [options, setOptions] = useState(() => recallOptions(localStorage))
  const start = useMutation({
    mutationFn: () => startProcessing(script.id, { ...withDefaults(options), again: true }),
    onSuccess: async () => {
      // What the last run has ended with must not be taken for the news of this one.
      await queries.resetQueries({ queryKey: scriptStatusQuery(script.id).queryKey })
      await queries.invalidateQueries({ queryKey: SCRIPTS_KEY })
    },
  })
  return (
    <div className={classes.form}>
      <p>{againTexts.text(humanDuration(script.duration ?? 0))}</p>
      <OptionsPanel
        options={options}
        onChange={(change) => setOptions({ ...options, ...change })}
        onStart={() => start.mutate()}
        isStarting={start.isPending}
        next={start.isError && <Refusal error={start.error} />}
      />
    </div>
  )
}

function Refusal({ error }: { error: Error }) {
  const wireText = wireTextOf(error)
  const isShort = wireText === errors.notEnoughMinutes.message
  return (
    <span className={classes.refusal} role="alert">
      {isShort ? processingFailure(wireText).title : againTexts.failed}
    </span>
  )
}
