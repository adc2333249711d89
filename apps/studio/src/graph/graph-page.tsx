import { Empty } from '../parts/notice.js';

export default function GraphPage() {
  return (
    <>
      <h1>Graph</h1>
      <Empty>This page is still to come.</Empty>
    </>
  );
}
