-- Tables, indexes, views, transactions, window functions, large objects and a dump: what a session with H2 does.
CREATE TABLE customer(id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(20), since DATE);
CREATE TABLE orders(id INT PRIMARY KEY, customer INT REFERENCES customer(id), amount DECIMAL(10, 2), note CLOB);
CREATE INDEX orders_customer ON orders(customer);
INSERT INTO customer SELECT x, 'name' || x, CASE MOD(x, 3) WHEN 0 THEN 'Bern' WHEN 1 THEN 'Basel' ELSE 'Chur' END,
  DATEADD('DAY', x, DATE '2020-01-01') FROM SYSTEM_RANGE(1, 300);
INSERT INTO orders SELECT x, 1 + MOD(x * 7, 300), MOD(x * 13, 997) / 10.0, REPEAT('note' || x, 20)
  FROM SYSTEM_RANGE(1, 3000);
SELECT city, COUNT(*), SUM(amount) FROM customer JOIN orders ON customer.id = orders.customer
  GROUP BY city ORDER BY city;
SELECT id, amount, RANK() OVER (PARTITION BY customer ORDER BY amount DESC) AS place FROM orders
  WHERE customer < 5 ORDER BY id;
SET AUTOCOMMIT FALSE;
UPDATE orders SET amount = amount + 1 WHERE MOD(id, 2) = 0;
SELECT SUM(amount) FROM orders;
ROLLBACK;
SELECT SUM(amount) FROM orders;
DELETE FROM orders WHERE amount < 20;
COMMIT;
MERGE INTO customer KEY(id) VALUES (1, 'merged', 'Genf', DATE '2021-05-06'), (301, 'new', 'Genf', DATE '2021-05-07');
CREATE VIEW large AS SELECT customer, MAX(amount) AS most FROM orders GROUP BY customer HAVING COUNT(*) > 8;
SELECT * FROM large ORDER BY customer FETCH FIRST 20 ROWS ONLY;
WITH RECURSIVE steps(n, f) AS (SELECT 1, 1 UNION ALL SELECT n + 1, f * (n + 1) FROM steps WHERE n < 10)
  SELECT * FROM steps;
ALTER TABLE customer ADD COLUMN mark BOOLEAN DEFAULT FALSE;
SELECT name, LENGTH(note), REGEXP_REPLACE(name, '[0-9]+', '#')
  FROM customer JOIN orders ON customer.id = orders.customer
  WHERE orders.id BETWEEN 100 AND 120 ORDER BY orders.id;
SELECT 1 / 0;
SCRIPT SIMPLE TO 'dump.sql';
SHUTDOWN COMPACT;
