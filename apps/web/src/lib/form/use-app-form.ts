import { type SubmitEvent, useState } from 'react'

import { type FieldErrors, missingFields, serverFieldErrors } from './field-errors.ts'

type Values = Record<string, unknown>

export type AppFormOptions<V extends Values> = {
  initialValues: V
  required: readonly (keyof V & string)[]
  /** Runs only when every required field is filled in. */
  onSubmit: (values: V) => Promise<void>
  /** Errors for a failure that names no field of the form. */
  onFailure: (error: unknown) => FieldErrors
}

export type AppField<T> = {
  value: T
  /** Takes the event of an input, or the value of any other field. */
  onChange: (change: unknown) => void
  error: string | undefined
  required: boolean
}

export type AppForm<V extends Values> = {
  pending: boolean
  /** The current values. */
  values: V
  hasErrors: boolean
  setValues: (values: Partial<V>) => void
  submit: (event?: SubmitEvent<HTMLFormElement>) => void
  field: <K extends keyof V & string>(name: K) => AppField<V[K]>
}

/** A form with required fields and server errors by field. */
export function useAppForm<V extends Values>({
  initialValues,
  required,
  onSubmit,
  onFailure,
}: AppFormOptions<V>): AppForm<V> {
  const [pending, setPending] = useState(false)
  const [values, setAllValues] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors>({})

  /** A changed field is no longer wrong. */
  const setValues = (changes: Partial<V>) => {
    setAllValues((before) => ({ ...before, ...changes }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))))
  }

  const run = async () => {
    setPending(true)
    try {
      await onSubmit(values)
    } catch (error) {
      const named = serverFieldErrors(error, Object.keys(initialValues))
      setErrors(Object.keys(named).length > 0 ? named : onFailure(error))
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    values,
    hasErrors: Object.keys(errors).length > 0,
    setValues,
    submit: (event) => {
      event?.preventDefault()
      const missing = missingFields(values, required)
      setErrors(missing)
      if (!pending && Object.keys(missing).length === 0) void run()
    },
    field: (name) => ({
      value: values[name],
      onChange: (change) => setValues({ [name]: valueIn(change) } as Partial<V>), // a field's own value
      error: errors[name]?.message,
      required: required.includes(name),
    }),
  }
}

function valueIn(change: unknown): unknown {
  const isEvent = typeof change === 'object' && change !== null && 'currentTarget' in change
  return isEvent ? (change.currentTarget as HTMLInputElement).value : change // the only events a field has
}
