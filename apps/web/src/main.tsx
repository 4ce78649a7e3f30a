import '@fontsource-variable/golos-text/wght.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '#app/app.tsx'
import { refuseMarkup } from '#app/trusted-types.ts'

import { waitForStyles } from './lib/first-screen/first-screen.ts'
import { hideInviteToken } from './lib/invite/invite-token.ts'
import { hideMailLinkToken } from './lib/mail-link/mail-link-token.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

refuseMarkup()
hideMailLinkToken()
hideInviteToken()

// No top-level await: the bundler would split the entry into many small files.
void waitForStyles().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
