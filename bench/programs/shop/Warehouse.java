package shop;

import java.util.ArrayDeque;

final class Warehouse {
    final int number;
    private final Stock[] stock;
    private final ArrayDeque<Order> open = new ArrayDeque<>();
    private long balance;
    private int delivered;

    Warehouse(int number, int items) {
        this.number = number;
        stock = new Stock[items];
        for (int i = 0; i < items; i++) {
            stock[i] = new Stock(1000, 1 + i % 50);
        }
    }

    Stock stock(int item) {
        return stock[item];
    }

    synchronized void place(Order order) {
        open.add(order);
    }

    synchronized Order next() {
        return open.poll();
    }

    synchronized void pay(int amount) {
        balance += amount;
        delivered++;
    }

    synchronized long balance() {
        return balance;
    }

    synchronized int delivered() {
        return delivered;
    }

    long pieces() {
        long sum = 0;
        for (Stock item : stock) {
            sum += item.left();
        }
        return sum;
    }
}
