import { listProviders, type Provider, providers } from '@doslovno/contract/account/providers.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { useEffect, useState, type ReactNode } from 'react'

import { call } from '#lib/api/current.ts'

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

const marks: Record<Provider, ReactNode> = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M23.5 12.27c0-.85-.08-1.66-.22-2.45H12v4.64h6.45a5.52 5.52 0 0 1-2.39 3.62v3h3.87c2.26-2.09 3.57-5.16 3.57-8.81Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.24 0 5.95-1.07 7.93-2.91l-3.87-3.01c-1.07.72-2.44 1.15-4.06 1.15-3.12 0-5.77-2.11-6.71-4.95H1.29v3.1A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.29 14.28a7.2 7.2 0 0 1 0-4.57v-3.1h-4a12 12 0 0 0 0 10.77l4-3.1Z" />
      <path
        fill="#ea4335"
        d="M12 4.77c1.76 0 3.34.6 4.58 1.79l3.44-3.44A11.97 11.97 0 0 0 1.29 6.6l4 3.11C6.23 6.88 8.88 4.77 12 4.77Z"
      />
    </>
  ),
  yandex: (
    <>
      <circle cx="12" cy="12" r="12" fill="#fc3f1d" />
      <path
        fill="#fff"
        d="M13.63 7.25h-1.1c-1.82 0-2.77.92-2.77 2.29 0 1.55.66 2.27 2.03 3.19l1.12.76-3.24 4.86H7.24l2.91-4.34c-1.68-1.2-2.62-2.37-2.62-4.35 0-2.48 1.73-4.16 5-4.16h3.26v12.85h-2.16V7.25Z"
      />
    </>
  ),
  vk: (
    <>
      <rect width="24" height="24" rx="6.5" fill="#07f" />
      <path
        fill="#fff"
        d="M12.77 17.29c-5.47 0-8.59-3.75-8.72-9.99h2.74c.09 4.58 2.11 6.52 3.71 6.92V7.3h2.58v3.95c1.58-.17 3.24-1.97 3.8-3.95h2.58c-.43 2.44-2.23 4.24-3.51 4.98 1.28.6 3.33 2.17 4.11 5.01h-2.84c-.61-1.9-2.13-3.37-4.14-3.57v3.57h-.31Z"
      />
    </>
  ),
}

/** A provider's logo; its name always stands beside it. */
function ProviderMark({ type }: { type: Provider }) {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden>
      {marks[type]}
    </svg>
  )
}
