import { filesTexts } from '@doslovno/texts/files.ts'
import { Pagination } from '@mantine/core'

import { PAGE_SIZE } from '#lib/queries/scripts.ts'

import classes from './files.module.css'

type Props = { page: number; total: number; onChange: (page: number) => void }

/** Stands under the list only when it has more than one page. */
export function FilesPages({ page, total, onChange }: Props) {
  if (total <= PAGE_SIZE) return null
  const from = (page - 1) * PAGE_SIZE + 1
  return (
    <nav className={classes.pages} aria-label={filesTexts.pages}>
      <span className="num">{filesTexts.range(from, Math.min(page * PAGE_SIZE, total), total)}</span>
      <Pagination
        value={page}
        total={Math.ceil(total / PAGE_SIZE)}
        onChange={onChange}
        size="md"
        getItemProps={(item) => ({ 'aria-label': filesTexts.page(item) })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? filesTexts.previousPage : filesTexts.nextPage,
        })}
      />
    </nav>
  )
}
