import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import layout from '#features/auth/layout/auth-layout.module.css'

const texts = authTexts.consent

/** The documents open in a new tab, so that a half-filled form is not lost. */
export function Consent({ isGiven, onChange }: { isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  return (
    <Checkbox
      checked={isGiven}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={
        <>
          {texts.start} <Document to="/legal/offer">{texts.offer}</Document> {texts.and}{' '}
          <Document to="/legal/privacy">{texts.privacy}</Document> {texts.agree}{' '}
          <Document to="/legal/consent">{texts.personalData}</Document>
        </>
      }
    />
  )
}

function Document({ to, children }: { to: '/legal/offer' | '/legal/privacy' | '/legal/consent'; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className={layout.link}>
      {children}
      <span className="visually-hidden"> ({texts.newTab})</span>
    </Link>
  )
}
