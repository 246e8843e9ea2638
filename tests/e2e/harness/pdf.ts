/** With a title and an empty page. */
export const pdf = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
4 0 obj<</Title(Harbour plan)>>endobj
trailer<</Size 5/Root 1 0 R/Info 4 0 R>>
%%EOF`;
