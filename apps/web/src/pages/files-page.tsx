import { pageTitle } from '@doslovno/texts/brand.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'

import { FilesList } from '#features/files/files-list.tsx'
import { scriptsQuery } from '#lib/queries/scripts.ts'

import classes from './pages.module.css'

const route = getRouteApi('/framed/')

export function FilesPage() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useQuery(scriptsQuery(page))
  const isEmpty = data?.total === 0
  const upload = (
    <Button component={Link} to="/upload" leftSection={<Upload size={17} aria-hidden />} h={38}>
      {filesTexts.upload}
    </Button>
  )
  return (
    <div className={classes.files}>
      <title>{pageTitle(filesTexts.title)}</title>
      <div className={classes.filesHead}>
        <h1>{filesTexts.title}</h1>
        {/* An empty list says the same in its middle. */}
        {!isEmpty && upload}
      </div>
      <FilesList
        page={page}
        onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next } })}
        emptyAction={upload}
      />
    </div>
  )
}
