import { useForm, type UseFormReturnType } from '@mantine/form'
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

export type AppForm<V extends Values> = {
  pending: boolean
  /** The current values. */
  values: V
  hasErrors: boolean
  setValues: (values: Partial<V>) => void
  submit: (event?: SubmitEvent<HTMLFormElement>) => void
  field: (
    name: keyof V & string,
  ) => ReturnType<UseFormReturnType<V>['getInputProps']> & { key: string; required: boolean }
}

/** A form with required fields and server errors by field. */
export function useAppForm<V extends Values>({
  initialValues,
  required,
  onSubmit,
  onFailure,
}: AppFormOptions<V>): AppForm<V> {
  const [pending, setPending] = useState(false)
  const [values, setValues] = useState(initialValues)
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange: setValues,
    validate: (filled) => messagesOf(missingFields(filled, required)),
  })

  const run = async (filled: V) => {
    setPending(true)
    try {
      await onSubmit(filled)
    } catch (error) {
      const named = serverFieldErrors(error, Object.keys(initialValues))
      form.setErrors(messagesOf(Object.keys(named).length > 0 ? named : onFailure(error)))
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    values,
    hasErrors: Object.keys(form.errors).length > 0,
    setValues: (next) => form.setValues(next),
    submit: form.onSubmit((filled) => {
      if (!pending) void run(filled)
    }),
    field: (name) => ({
      ...form.getInputProps(name),
      key: form.key(name),
      required: required.includes(name),
    }),
  }
}

function messagesOf(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, { message }]) => [name, message]))
}
