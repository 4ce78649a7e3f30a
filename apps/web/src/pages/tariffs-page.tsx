import { pageTitle } from '@doslovno/texts/brand.ts'
import { tariffsTexts } from '@doslovno/texts/tariffs.ts'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'

import { TariffCards } from '#features/tariffs/index.ts'
import { tariffsQuery } from '#lib/queries/tariffs.ts'
import { useSession } from '#lib/session/current.ts'
import { Notice } from '#ui/notice.tsx'

import classes from './pages.module.css'

/** The catalogue of tariffs, to read: nothing can be bought yet. */
export function TariffsPage() {
  const { user } = useSession()
  if (user && !user.canChangeTariff) return <Navigate to="/account" replace />
  return (
    <div className={classes.tariffs}>
      <title>{pageTitle(tariffsTexts.title)}</title>
      <h1>{tariffsTexts.title}</h1>
      <p className={classes.note}>{tariffsTexts.note}</p>
      <Catalogue ownId={user?.tariff.id} />
    </div>
  )
}

function Catalogue({ ownId }: { ownId: number | undefined }) {
  const { data, isError, isFetching, refetch } = useQuery(tariffsQuery)
  if (data) return <TariffCards tariffs={data} ownId={ownId} />
  if (!isError) {
    return (
      <p role="status">
        <Loader size={22} aria-hidden />
        <span className="visually-hidden">{tariffsTexts.loading}</span>
      </p>
    )
  }
  const { title, text, action } = tariffsTexts.failed
  return (
    <Notice icon={CloudOff} level={2} title={title} text={text}>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        {action}
      </Button>
    </Notice>
  )
}
