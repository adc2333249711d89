import { Empty } from '../parts/notice.js';

export default function EntitiesPage() {
  return (
    <>
      <h1>Entities</h1>
      <Empty>This page is still to come.</Empty>
    </>
  );
}
