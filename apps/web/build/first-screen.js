{
  // A frame of another site may have no storage.
  const recall = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const chosen = recall('mantine-color-scheme-value')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  // Visitors of the home page come to the sign-in page.
  const isSignIn = recall('refreshToken') === null && ['/', '/auth/login'].includes(location.pathname)
  root.dataset.start = isSignIn || location.pathname.startsWith('/auth/') ? 'auth' : 'app'

  const [styles, app, reader, signIn] = ['%STYLES%', '%APP%', '%READER%', '%SIGN_IN%'].map((files) =>
    files.split(' ').filter(Boolean),
  )
  const link = (rel, more) => (href) =>
    document.head.append(Object.assign(document.createElement('link'), { rel, ...more, href }))
  const isParsed = new Promise((done) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', done)
    else done()
  })
  const load = async (files) => {
    files.forEach(link('modulepreload'))
    await isParsed
    if (files[0]) await import(files[0])
  }
  const loadApp = () => {
    // In the head, above the styles of pages, which are loaded later: those must win.
    styles.forEach(link('stylesheet'))
    const loaded = load(app)
    if (isSignIn) {
      // Beside the app, not after it.
      const isStyle = (file) => file.endsWith('.css')
      signIn.filter((file) => !isStyle(file)).forEach(link('modulepreload'))
      signIn.filter(isStyle).forEach(link('preload', { as: 'style', crossOrigin: 'anonymous' }))
    }
    return loaded
  }

  // The server says so where the page holds a text (features/public-page). The app is for those who are signed in.
  const kind = document.querySelector('meta[name="reader"]')?.content
  if (!kind || (kind === 'file' && recall('refreshToken') !== null)) void loadApp()
  else {
    root.dataset.reader = kind
    window.loadApp = loadApp
    // Beside the scripts, not after them.
    const loadText = link('preload', { as: 'fetch', crossOrigin: 'anonymous' })
    if (kind !== 'none') {
      void load(reader)
      loadText(`/api/scripts/${location.pathname.split('/')[2]}/reading`)
    }
  }
}
