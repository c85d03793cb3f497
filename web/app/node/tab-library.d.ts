/** The built node for apps, which the page's server has beside the page. */
declare module 'virtual:tab-library' {
  export const createTabNode: typeof import('../../host/tab.ts').createTabNode
}
