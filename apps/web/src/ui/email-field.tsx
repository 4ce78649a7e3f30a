import { TextInput, type TextInputProps } from '@mantine/core'

/** An address, with the keyboard of a phone that knows so. */
export function EmailField(props: TextInputProps) {
  return <TextInput size="md" withAsterisk={false} {...props} type="email" inputMode="email" />
}
