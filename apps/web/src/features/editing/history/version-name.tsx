import { MAX_VERSION_NAME } from '@doslovno/contract/history.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'

import classes from './history.module.css'

type Props = { name: string; onSave: (name: string) => Promise<void>; onDone: () => void }

/** A short name for a version; an empty one removes it. */
export function VersionName({ name, onSave, onDone }: Props) {
  const [value, setValue] = useState(name)
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setState('saving')
    try {
      await onSave(value.trim())
      onDone()
    } catch {
      setState('failed')
    }
  }
  return (
    <form className={classes.nameForm} onSubmit={(event) => void save(event)}>
      <TextInput
        className={classes.nameField}
        label={texts.nameField}
        placeholder={texts.nameHint}
        maxLength={MAX_VERSION_NAME}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        error={state === 'failed' && texts.nameFailed}
        ref={focus}
      />
      <Button type="submit" loading={state === 'saving'}>
        {texts.save}
      </Button>
      <Button variant="default" onClick={onDone}>
        {texts.cancel}
      </Button>
    </form>
  )
}

function focus(field: HTMLInputElement | null) {
  field?.focus()
}
