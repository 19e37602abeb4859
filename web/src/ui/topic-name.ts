/** A scope in words: `fitness.trail_runs` is “Fitness · trail runs”. */
export function topicName(scope: string): string {
  const [top = '', ...below] = scope.split('.').map((part) => part.replaceAll(/[_-]+/g, ' ').trim())
  return [top.charAt(0).toUpperCase() + top.slice(1), ...below].filter(Boolean).join(' · ')
}
