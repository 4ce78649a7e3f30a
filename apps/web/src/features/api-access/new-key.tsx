import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { SegmentedControl } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

import { type Access, accessKinds, scopesOf } from './access.ts'
import { useMakeKey } from './use-make-key.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts

/** Explains the API and makes the first key. */
export function NewKey({ onCreated }: { onCreated: () => void }) {
  const [access, setAccess] = useState<Access>('full')
  const [isBusy, setIsBusy] = useState(false)
  const makeKey = useMakeKey()
  const create = async () => {
    setIsBusy(true)
    try {
      await makeKey(scopesOf(access))
      onCreated()
    } catch {
      showToast(texts.failed)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <p className={classes.quiet}>{texts.about}</p>
      <fieldset className={classes.scopes}>
        <legend>{texts.scope}</legend>
        <SegmentedControl<Access>
          aria-label={texts.scope}
          value={access}
          data={accessKinds.map((kind) => ({ value: kind, label: texts.scopes[kind] }))}
          onChange={setAccess}
        />
        <p className={classes.hint}>{texts.scopeHints[access]}</p>
      </fieldset>
      <BusyButton isBusy={isBusy} leftSection={<KeyRound size={16} aria-hidden />} onClick={() => void create()}>
        {texts.create}
      </BusyButton>
    </>
  )
}
