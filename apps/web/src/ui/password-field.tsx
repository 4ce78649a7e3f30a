import { passwordTexts } from '@doslovno/texts/account/auth.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** A password input whose visibility toggle is labelled and focusable. */
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
