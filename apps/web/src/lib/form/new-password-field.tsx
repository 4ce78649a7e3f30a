import { passedChecks, passwordChecks, passwordStrength } from '@doslovno/domain/account/password.ts'
import { passwordTexts } from '@doslovno/texts/account/auth.ts'
import type { PasswordInputProps } from '@mantine/core'
import { Check, Circle } from 'lucide-react'

import { PasswordField } from '#ui/password-field.tsx'

import classes from './new-password-field.module.css'

type Props = PasswordInputProps & {
  /** The current value. */
  password: string
  /** False hides the meter until something is typed. */
  hasMeter?: boolean
}

/** A field for a new password, with a strength meter. */
export function NewPasswordField({ password, hasMeter = true, ...props }: Props) {
  return (
    <div>
      <PasswordField
        {...props}
        autoComplete="new-password"
        description={props.description ?? passwordTexts.advice}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        descriptionProps={props.description ? {} : { className: 'visually-hidden' }}
      />
      {(hasMeter || password !== '') && <Meter password={password} />}
    </div>
  )
}

function Meter({ password }: { password: string }) {
  const passed = passedChecks(password)
  const { percent, level } = passwordStrength(password)
  const news = password === '' ? '' : passwordTexts.levels[level]
  return (
    <>
      <div
        className={classes.meter}
        data-level={level}
        role="meter"
        aria-label={passwordTexts.meter}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={passwordTexts.levels[level]}
      >
        {passwordChecks.map((check, index) => (
          <i key={check} data-on={index < passed.length || undefined} />
        ))}
      </div>
      <ul className={classes.checks}>
        {passwordChecks.map((check) => (
          <CheckLine key={check} label={passwordTexts.checks[check]} isPassed={passed.includes(check)} />
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </>
  )
}

function CheckLine({ label, isPassed }: { label: string; isPassed: boolean }) {
  return (
    <li data-passed={isPassed || undefined}>
      {isPassed ? <Check size={14} strokeWidth={2.4} aria-hidden /> : <Circle size={8} aria-hidden />}
      {label}
      {isPassed && <span className="visually-hidden">: {passwordTexts.passed}</span>}
    </li>
  )
}
