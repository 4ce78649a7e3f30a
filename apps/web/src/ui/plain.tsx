import { passwordTexts } from '@doslovno/texts/account/auth.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

import classes from './plain.module.css'

// The controls of the first screens: they look as those of the UI kit do, without its weight.

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  look?: 'filled' | 'outlined'
  /** An icon before the text. */
  icon?: ReactNode
  isWide?: boolean
  isPending?: boolean
}

export function PlainButton({ look = 'filled', icon, isWide, isPending = false, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={classes.button}
      data-look={look}
      data-wide={isWide || undefined}
      data-pending={isPending || undefined}
      disabled={isPending || props.disabled}
    >
      <span>
        {icon}
        {children}
      </span>
    </button>
  )
}

type FieldProps = Omit<ComponentProps<'input'>, 'className'> & { label: string; error?: string | undefined }

export function PlainField({ label, error, children, ...props }: FieldProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.input}>
        <input
          {...props}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {children}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A password whose visibility toggle is labelled and focusable. */
export function PlainPassword(props: Omit<FieldProps, 'type' | 'children'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <PlainField {...props} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={isShown ? passwordTexts.hide : passwordTexts.show}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={18} aria-hidden />
      </button>
    </PlainField>
  )
}
