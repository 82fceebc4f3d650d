// Double-checked locking without volatile of an object whose only field is final: no thread can see it half made.
class FinalWrapperLow {
    public static void main(String[] arguments) {
        Service service = new Service();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(service.address().host)).start();
        }
    }
}

class Service {
    private Address address;

    Address address() {
        Address result = address; // expect: data-race/all-writes-locked low
        if (result == null) {
            synchronized (this) {
                if (address == null) {
                    address = new Address("localhost");
                }
                result = address;
            }
        }
        return result;
    }
}

class Address {
    final String host;

    Address(String host) {
        this.host = host;
    }
}
