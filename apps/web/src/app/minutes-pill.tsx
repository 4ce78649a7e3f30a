import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { dateOf } from '#lib/format/day.ts'
import { infoQuery } from '#lib/queries/account.ts'

import { isLow, minutesLeft, shareLeft } from './minutes-level.ts'

import classes from './minutes-pill.module.css'

const FRESH_MS = 60_000
const PERCENT = 100
const texts = shellTexts.minutes

/** The tariff and the minutes left, as a way to their details. */
export function MinutesPill({ user }: { user: User }) {
  const info = useInfo(user.minutesRemain)
  const [now] = useState(() => new Date())
  const balance = { remain: user.minutesRemain, granted: info && info.tariff.minutesActual + info.minutesExtraRemain }
  const share = user.isUnlimited ? undefined : shareLeft(balance)
  const isShort = !user.isUnlimited && isLow(balance)
  return (
    <Tooltip multiline maw={280} label={totalOf(user, info, now)}>
      <Link to="/account" hash="minutes" className={classes.pill} data-low={isShort || undefined}>
        <span className="visually-hidden">{texts.label}</span>
        <b>{user.tariff.name}</b>
        <span className="num">{minutesLeft(user)}</span>
        {share !== undefined && (
          <span className={classes.bar} aria-hidden>
            <span style={{ inlineSize: `${share * PERCENT}%` }} />
          </span>
        )}
      </Link>
    </Tooltip>
  )
}

function totalOf({ isUnlimited, minutesRemain }: User, info: AccountInfo | undefined, now: Date): string {
  if (isUnlimited) return texts.unlimitedTotal
  return info ? detailsOf(info, now) : texts.total(minutesRemain)
}

/** Loaded once, and again when the balance changes: the header needs no polling of its own. */
function useInfo(minutesRemain: number): AccountInfo | undefined {
  const { data, refetch } = useQuery({
    ...infoQuery(),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: FRESH_MS,
  })
  const known = useRef(minutesRemain)
  useEffect(() => {
    if (known.current === minutesRemain) return
    known.current = minutesRemain
    void refetch()
  }, [minutesRemain, refetch])
  return data
}

function detailsOf({ tariff, minutesExtraRemain }: AccountInfo, now: Date): string {
  const { minutesRemain, minutesActual, nextMinutesBundleDate: next } = tariff
  const plan = texts.plan(minutesRemain, minutesActual)
  const renewal = next === null ? '' : ` ${texts.renewed(dateOf(next, now))}`
  const extra = minutesExtraRemain > 0 ? ` ${texts.extra(minutesExtraRemain)}` : ''
  return plan + renewal + extra
}
