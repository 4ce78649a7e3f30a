import type { Reply } from '@doslovno/contract/endpoint.ts'
import { listHistory, nameVersion } from '@doslovno/contract/history.ts'
import { versionsOf } from '@doslovno/domain/history/versions.ts'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import { call } from '#lib/api/current.ts'

/** Edits up to a version, newest first: they never change, except for their names. */
function historyQuery(scriptId: string, version: number) {
  return infiniteQueryOptions({
    queryKey: ['history', scriptId, version],
    queryFn: ({ signal, pageParam }) =>
      call(listHistory, { params: { id: scriptId }, query: { before: pageParam } }, signal),
    initialPageParam: version + 1,
    getNextPageParam: ({ next }) => next,
    enabled: version > 0,
  })
}

/** The versions of a text, page by page. */
export function useHistory(editor: Editor, scriptId: string) {
  const queries = useQueryClient()
  const version = useEditorState(editor, (state) => state.version)
  const query = historyQuery(scriptId, version)
  const { data, hasNextPage, isFetching, isError, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const versions = useMemo(() => {
    const edits = data?.pages.flatMap((page) => page.edits) ?? []
    const found = editor.saved.version === version ? versionsOf(editor.saved, edits) : []
    // The first edits of the oldest version may be on the next page.
    return hasNextPage ? found.slice(0, -1) : found
  }, [editor, version, data, hasNextPage])
  const isShort = versions.length === 0 && hasNextPage
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  const rename = async (named: number, name: string) => {
    const reply = await call(nameVersion, { params: { id: scriptId, version: named }, body: { name } })
    queries.setQueryData(query.queryKey, (known) => known && { ...known, pages: renamed(known.pages, named, reply) })
  }
  return {
    versions,
    now: version,
    rename,
    isLoading: version > 0 && (!data || isShort) && !isError,
    isFailed: isError,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : undefined,
    isLoadingMore: isFetchingNextPage,
  }
}

type Page = Reply<typeof listHistory>

function renamed(pages: readonly Page[], version: number, { name }: Reply<typeof nameVersion>): Page[] {
  return pages.map((page) => ({
    ...page,
    edits: page.edits.map((edit) => (edit.version === version ? { ...edit, name } : edit)),
  }))
}
