import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'

import { Kit } from '#ui/kit.tsx'

import { DropArea } from './drop-area.tsx'

describe('the drop area', () => {
  it('shows its own limit of 1024 MB when no limit is given [UP-4]', async () => {
    const screen = await render(<DropArea isDragOver={false} onFiles={() => undefined} />, { wrapper: Kit })

    await expect.element(screen.getByText(/^До\s1024\sМБ/)).toBeVisible()
  })
})
