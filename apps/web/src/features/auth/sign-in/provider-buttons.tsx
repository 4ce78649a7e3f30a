import { listProviders, type Provider, providers } from '@doslovno/contract/providers.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { useEffect, useState } from 'react'

import { call } from '#lib/api/current.ts'

import { ProviderMark } from './provider-mark.tsx'

import classes from './provider-buttons.module.css'

const texts = authTexts.providers

/** One button per enabled provider; none until the list is loaded, since the form below suffices. */
export function ProviderButtons({ onProvider }: { onProvider: (type: Provider) => void }) {
  const isOn = useEnabled()
  const shown = providers.filter((type) => isOn.has(type))
  if (shown.length === 0) return null
  return (
    <>
      <div className={classes.providers} role="group" aria-label={texts.label}>
        {shown.map((type) => (
          <button key={type} type="button" onClick={() => onProvider(type)}>
            <span className="visually-hidden">{texts.signIn} </span>
            <ProviderMark type={type} />
            {texts.names[type]}
          </button>
        ))}
      </div>
      <div className={classes.or}>{texts.or}</div>
    </>
  )
}

function useEnabled(): ReadonlySet<Provider> {
  const [enabled, setEnabled] = useState<ReadonlySet<Provider>>(new Set())
  useEffect(() => {
    const leaving = new AbortController()
    call(listProviders, {}, leaving.signal).then(
      (found) => setEnabled(new Set(found.map(({ type }) => type))),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return enabled
}
