import { passwordTexts } from '@doslovno/texts/auth.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** A password whose eye says what it does, for the ear and the keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <PasswordInput
      size="md"
      withAsterisk={false}
      {...props}
      aria-invalid={Boolean(props.error)}
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? passwordTexts.hide : passwordTexts.show,
        tabIndex: 0,
      }}
    />
  )
}
