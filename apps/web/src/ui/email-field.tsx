import { TextInput, type TextInputProps } from '@mantine/core'

/** An e-mail input with the matching phone keyboard. */
export function EmailField(props: TextInputProps) {
  return <TextInput size="md" withAsterisk={false} {...props} type="email" inputMode="email" />
}
