-- The same kind of work for Derby's ij.
connect 'jdbc:derby:db;create=true';
create table customer(id int constraint customer_key primary key, name varchar(40), city varchar(20));
create table orders(id int constraint orders_key primary key generated always as identity,
  customer int constraint orders_customer references customer(id), amount int);
create index orders_amount on orders(amount);
insert into customer values (1, 'one', 'Bern'), (2, 'two', 'Basel'), (3, 'three', 'Chur'), (4, 'four', 'Bern');
insert into orders(customer, amount) values (1, 10), (2, 20), (3, 30), (4, 40), (1, 50), (2, 60), (3, 70), (4, 80);
insert into orders(customer, amount) select customer, amount * 3 from orders;
insert into orders(customer, amount) select customer, amount + 7 from orders;
insert into orders(customer, amount) select customer, amount + 11 from orders;
insert into orders(customer, amount) select customer, amount + 13 from orders;
select city, count(*), sum(amount) from customer join orders on customer.id = orders.customer
  group by city order by city;
autocommit off;
update orders set amount = amount * 2 where mod(id, 3) = 0;
select sum(amount) from orders;
rollback;
select sum(amount) from orders;
select name, (select max(amount) from orders where orders.customer = customer.id) as most from customer order by name;
create view large as select customer, amount from orders where amount > 100;
select customer, count(*) from large group by customer order by customer;
insert into customer values (1, 'again', 'Bern');
delete from orders where amount < 20;
commit;
prepare large_ones as 'select amount from orders where customer = ? and amount > ? order by amount';
execute large_ones using 'values (1, 100)';
select 1 / 0 from customer;
disconnect;
connect 'jdbc:derby:;shutdown=true';
exit;
